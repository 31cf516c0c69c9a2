// Addresses within the page: "#/watch?controller=dt-20&seed=7".

export interface Route {
  page: string;
  params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, "");
  const [path = "", query = ""] = text.split("?", 2) as [string, string?];
  return { page: /^[a-z0-9]+$/.test(path) ? path : "", params: new URLSearchParams(query) };
}

export function address(page: string, params: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString();
  return `#/${page}${query ? "?" + query : ""}`;
}

/** The token of "#token=..." as the program prints it. */
export function tokenOf(hash: string): string {
  return /^#token=([0-9a-f]+)$/.exec(hash)?.[1] ?? "";
}
