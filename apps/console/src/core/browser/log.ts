/** The browser's console is the console's log: what is logged here is for whoever helps the user. */
export function logWarning(what: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  console.warn(`[gwanje] ${what}`, ...(detail === undefined ? [] : [detail]));
}
