// The parts of the chart library that reports use.
import * as echarts from "echarts/core";
import { BarChart, CustomChart, HeatmapChart, LineChart, RadarChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { SVGRenderer } from "echarts/renderers";
import { optionOf } from "./options";
import { light } from "./theme";
import type { Picture } from "./types";

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, RadarChart]);
echarts.use([AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent]);
echarts.use([SVGRenderer]);

export { echarts };
export type Chart = ReturnType<typeof echarts.init>;

/// The size of a picture in a file.
export const sizeOf = (picture: Picture) => (picture.kind === "radar" ? { width: 640, height: 560 } : { width: 900, height: 480 });

/// A picture as SVG text, always light: papers are printed on white.
export function svgOf(picture: Picture): string {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, ...sizeOf(picture) });
  chart.setOption({ ...optionOf(picture, light), dataZoom: [] });
  const text = chart.renderToSVGString();
  chart.dispose();
  return text;
}
