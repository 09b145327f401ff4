/** Rows carry dates; responses carry ISO text. */
export function withIsoTimes<Row extends { readonly createdAt: Date; readonly updatedAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
