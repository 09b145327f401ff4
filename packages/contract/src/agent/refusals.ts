/**
 * Why a batch is refused for good, in words the doctor has a sentence for. An agent sets such a batch aside and goes
 * on; `busy` is not among them, for it passes.
 */
export const refusalReasons = [
  'unknownToken',
  'revokedToken',
  'notDecodable',
  'tooLarge',
  'invalidBatch',
  'futureClock',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
