// The parts of the chart library that reports use.
import * as echarts from "echarts/core";
import { BarChart, CustomChart, HeatmapChart, LineChart, RadarChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

echarts.use([BarChart, CustomChart, HeatmapChart, LineChart, RadarChart]);
echarts.use([AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent]);
echarts.use([CanvasRenderer, SVGRenderer]);

export { echarts };
export type Chart = ReturnType<typeof echarts.init>;
