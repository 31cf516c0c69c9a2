// Colours of light and dark. Series differ by dash and symbol too, so that nothing depends on colour.
export interface Theme {
  text: string;
  faint: string;
  line: string;
  background: string;
  series: string[];
  heat: string[]; // from low to high, lightness monotone
}

// Okabe and Ito's palette, safe for colour-blind eyes, with yellow left out on white.
export const light: Theme = {
  text: "#1c1d1f",
  faint: "#5c6066",
  line: "#d9dbdf",
  background: "#ffffff",
  series: ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#56b4e9", "#a67600", "#333333", "#882255"],
  heat: ["#f4f1e8", "#c7dfc8", "#7cc0b5", "#3a8fa8", "#2a5a8c", "#1d2a5c"],
};

export const dark: Theme = {
  text: "#e8e9eb",
  faint: "#a2a7af",
  line: "#3a3d43",
  background: "#17181b",
  series: ["#56b4e9", "#e69f00", "#2bc28f", "#d98bc9", "#9ad0f5", "#f0e442", "#d0d3d8", "#ff8a70"],
  heat: ["#1f2440", "#264a73", "#2b7a8c", "#4aa98f", "#a3cf86", "#f5eeb0"],
};

export const dashes: (string | number[])[] = ["solid", [7, 4], [3, 3], [10, 3, 2, 3], [14, 5], [4, 2, 1, 2]];
export const dots = [1, 4]; // of a law fitted to a curve, which has the curve's symbol

// Sixteen shapes in a square of ten: filled, or a frame whose inner outline runs the other way around.
const shapes = [
  "M5 0A5 5 0 0 1 5 10A5 5 0 0 1 5 0Z", // disc
  "M0 0H10V10H0ZM2 2V8H8V2Z", // open square
  "M5 0L10 10H0Z", // triangle
  "M5 0L10 5L5 10L0 5ZM5 3L3 5L5 7L7 5Z", // open diamond
  "M4 0H6V4H10V6H6V10H4V6H0V4H4Z", // plus
  "M5 0A5 5 0 0 1 5 10A5 5 0 0 1 5 0ZM5 2A3 3 0 0 0 5 8A3 3 0 0 0 5 2Z", // ring
  "M0 0H10V10H0Z", // square
  "M0 0H10L5 10ZM3 2L5 6L7 2Z", // open triangle, downwards
  "M5 0L10 5L5 10L0 5Z", // diamond
  "M1.5 0L5 3.5L8.5 0L10 1.5L6.5 5L10 8.5L8.5 10L5 6.5L1.5 10L0 8.5L3.5 5L0 1.5Z", // cross
  "M5 0L10 10H0ZM5 4L3 8H7Z", // open triangle
  "M0 0H10L5 10Z", // triangle, downwards
  "M0 0H10L5 5L10 10H0L5 5Z", // hourglass
  "M5 0L6.2 3.6L10 3.8L7 6.2L8.1 10L5 7.8L1.9 10L3 6.2L0 3.8L3.8 3.6Z", // star
  "M0 0L5 5L10 0V10L5 5L0 10Z", // bow tie
  "M0 0L10 5L0 10Z", // triangle, to the right
];
export const symbols = shapes.map((shape) => `path://${shape}`);
