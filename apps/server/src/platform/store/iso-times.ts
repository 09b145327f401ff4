type IsoTime<Value> = Value extends Date ? string : Value;

/** Rows carry dates; responses carry ISO text. */
export function withIsoTimes<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as { [Key in keyof Row]: IsoTime<Row[Key]> };
}
