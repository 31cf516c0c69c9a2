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

export const dashes: (string | number[])[] = ["solid", [7, 4], [2, 3], [10, 3, 2, 3], [14, 5], [4, 2, 1, 2]];
export const symbols = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond"];
