/** Warnings go to the browser's console, where support staff can read them. */
export function logWarning(what: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only file that logs to the browser console
  console.warn(`[gwanje] ${what}`, ...(detail === undefined ? [] : [detail]));
}
