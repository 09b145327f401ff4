/**
 * Why a batch is refused for good. The installation check has a message for each reason. The agent sets such
 * a batch aside and continues. `busy` is not in the list, because it is temporary.
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
