// What a report's document holds; src/experiment/report.h makes it.
export type Cell = string | number | boolean | null;

export interface Table {
  type: "table";
  title: string;
  columns: string[];
  rows: Cell[][];
  note: string;
}

export interface Axis {
  name: string;
  labels?: (string | number)[];
  log?: boolean;
  min?: number;
  max?: number;
}

interface PictureHead {
  type: "picture";
  id: string;
  title: string;
  note: string;
}

export interface LineSeries {
  name: string;
  data: [number | null, number | null][];
  low?: (number | null)[];
  high?: (number | null)[];
  step?: boolean;
  dash?: boolean;
  symbols?: boolean;
  of?: string; // has the colour of another series
}

export interface Lines extends PictureHead {
  kind: "lines";
  x: Axis;
  y: Axis;
  series: LineSeries[];
}

export interface BarSeries {
  name: string;
  values: (number | null)[];
  low?: (number | null)[];
  high?: (number | null)[];
}

export interface Bars extends PictureHead {
  kind: "bars";
  y: Axis;
  categories: string[];
  series: BarSeries[];
  stacked?: boolean;
}

export interface Heat extends PictureHead {
  kind: "heat";
  x: Axis;
  y: Axis;
  value: string;
  rows: (number | null)[][];
}

export interface Radar extends PictureHead {
  kind: "radar";
  axes: string[];
  series: { name: string; values: (number | null)[] }[];
}

export type Picture = Lines | Bars | Heat | Radar;
export type Block = Table | Picture;

export interface Section {
  id: string;
  title: string;
  text: string[];
  blocks: Block[];
}

export interface Report {
  format: string;
  title: string;
  subtitle: string;
  version: string;
  sections: Section[];
}
