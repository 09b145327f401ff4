/** How far the sender's clock is ahead, by the `Date` of its request; whole seconds, and 0 where it says none. */
export function clockSkewMs(date: string | undefined, receivedAt: Date): number {
  if (date === undefined) return 0;
  const sentMs = Date.parse(date);
  return Number.isNaN(sentMs) ? 0 : sentMs - receivedAt.getTime();
}
