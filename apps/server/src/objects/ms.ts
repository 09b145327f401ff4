/** The contract has checked the text; what no clock can show all the same is no time. */
export function msOrNull(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
