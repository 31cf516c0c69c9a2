// The parts of the chart library that reports use.
import * as echarts from "echarts/core";
import { BarChart, CustomChart, HeatmapChart, LineChart, RadarChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { SVGRenderer } from "echarts/renderers";
import { extraHeight, optionOf } from "./options";
import { light } from "./theme";
import type { Picture } from "./types";

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, RadarChart]);
echarts.use([AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent]);
echarts.use([SVGRenderer]);

export { echarts };
export type Chart = ReturnType<typeof echarts.init>;

/// The size of a picture in a file.
export function sizeOf(picture: Picture): { width: number; height: number } {
  const [width, height] = picture.kind === "radar" ? [640, 560] : [900, 480];
  return { width, height: height + extraHeight(picture, width) };
}

/// A picture as SVG text, always light: papers are printed on white.
export function svgOf(picture: Picture): string {
  const size = sizeOf(picture);
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, ...size });
  chart.setOption({ ...optionOf(picture, light, size.width), dataZoom: [] });
  const text = chart.renderToSVGString();
  chart.dispose();
  return text.replaceAll('dominant-baseline="central"', 'dy="0.35em"'); // printing programs do not know the former
}
