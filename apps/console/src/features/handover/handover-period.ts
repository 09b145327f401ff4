import type { HandoverHead } from '@gwanje/contract/duty/handovers';
import { formatTimestamp } from '@gwanje/domain/formats/time';

/** On the clock of the rota; the end names its day only if it is another. */
export function periodText({
  fromAt,
  toAt,
  timeZone,
}: Pick<HandoverHead, 'fromAt' | 'toAt' | 'timeZone'>): string {
  const minuteOf = (at: string) => formatTimestamp(at, { timeZone }).slice(0, 16);
  const [from, to] = [minuteOf(fromAt), minuteOf(toAt)];
  return `${from} ~ ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to.slice(5)}`;
}
