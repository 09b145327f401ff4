import type { Database } from '@gwanje/backend/database/schema';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';

/*
 * Short statements for tests: what a test reads and changes is one line, not a chain of six. `where` has the values
 * of columns.
 */

type Db = Kysely<Database>;
type Table = keyof Database;
type Row<T extends Table> = Selectable<Database[T]>;
type Column<T extends Table> = keyof Row<T> & string;
type Where<T extends Table> = Partial<Row<T>>;

/** The rows with these values, of the given columns or of all, in the order of these columns. */
export async function rowsOf<T extends Table, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns: readonly C[] | '*' = '*',
  orderBy: readonly Column<T>[] = [],
): Promise<Pick<Row<T>, C>[]> {
  const selected = columns === '*' ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
  const ordered =
    orderBy.length > 0 ? sql`order by ${sql.join(orderBy.map((column) => sql.ref(column)))}` : sql``;
  const statement = sql<
    Pick<Row<T>, C>
  >`select ${selected} from ${sql.table(table)} ${matching(where)} ${ordered}`;
  return (await statement.execute(db)).rows;
}

/** The first of those rows. Fails when there is none. */
export async function rowOf<T extends Table, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns: readonly C[] | '*' = '*',
  orderBy: readonly Column<T>[] = [],
): Promise<Pick<Row<T>, C>> {
  const [row] = await rowsOf(db, table, where, columns, orderBy);
  if (!row) throw new Error(`no ${table} has ${JSON.stringify(where)}`);
  return row;
}

export async function changeRows<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  values: Updateable<Database[T]>,
): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} ${matching(where)}`.execute(db);
}

function matching(where: object) {
  const conditions = Object.entries(where).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

export async function addRows<T extends Table>(
  db: Db,
  table: T,
  rows: Insertable<Database[T]> | readonly Insertable<Database[T]>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute();
}

/** Returns the new row with the values that the database gave it. */
export async function addRow<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Database[T]>,
): Promise<Row<T>> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const values = Object.values(row).map((value) => sql`${value}`);
  const statement = sql<
    Row<T>
  >`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)}) returning *`;
  const [added] = (await statement.execute(db)).rows;
  if (!added) throw new Error(`no row of ${table} was added`);
  return added;
}
