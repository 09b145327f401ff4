import type { Columns } from '@gwanje/contract/definition/columns';
import { Flash } from '@gwanje/ui/list/cells';
import { useMemo } from 'react';
import type { CellContext } from '../define-list.ts';
import type { GridColumn } from '../grid/grid-types.ts';
import type { ListControls } from '../state/use-list-controls.ts';
import '#components/list/table-messages.ts';

/** Id columns and fields outside the contract have no filter. */
export function isFilterable(contract: Columns, id: string): boolean {
  const column = contract[id];
  return column !== undefined && (column.type !== 'id' || column.codes !== undefined);
}

/** The columns of the user's layout, with labels in the current language. */
export function useListColumns<Row>(
  { declaration, options: { layout }, choice: { includesDeleted, filter } }: ListControls<Row>,
  context: CellContext,
) {
  const { rowKey, contract, orderKeys } = declaration;
  const shown = useMemo(() => {
    const hasDeleted = declaration.columns.some(({ id }) => id === 'deletedAt');
    const [primary = declaration.primaryId, ...rest] = layout.shown;
    // With deleted rows in the list, the column of their deletion time is always shown.
    const ids =
      includesDeleted && hasDeleted && !rest.includes('deletedAt')
        ? [primary, 'deletedAt', ...rest]
        : layout.shown;
    return ids.flatMap((id) => declaration.columns.find((column) => column.id === id) ?? []);
  }, [layout, includesDeleted, declaration]);

  const filteredText = Object.keys(filter).join();
  const columns = useMemo<GridColumn<Row>[]>(() => {
    const filtered = filteredText.split(',');
    const { phoneLine } = declaration;
    return shown.map((column) => {
      const { id, flashOf } = column;
      const label = context.t(column.label);
      return {
        id,
        label,
        width: layout.widths[id] ?? Math.max(column.width, headWidth(label)),
        align: column.align,
        isSortable: orderKeys ? orderKeys.includes(id) : contract[id] !== undefined,
        beginsDescending: column.beginsDescending ?? false,
        isFilterable: isFilterable(contract, id),
        isFiltered: filtered.includes(id),
        renderPhoneLine: phoneLine && ((row) => phoneLine(row, context)),
        render: (row) =>
          flashOf ? (
            <Flash of={rowKey(row)} value={flashOf(row)}>
              {column.cell(row, context)}
            </Flash>
          ) : (
            column.cell(row, context)
          ),
      };
    });
  }, [shown, layout.widths, contract, orderKeys, filteredText, context, rowKey, declaration]);

  return { shown, columns };
}

/** The padding and the filter button of a header cell. */
const BESIDE_PX = 42;
const WIDE_PX = 11.5;
const HANGUL_PX = 10.5;
const CAPITAL_PX = 9;
const USUAL_PX = 7.8;
const NARROW_PX = 4.5;

/** The width of a header cell with its full label. Declared widths suit Korean; English labels may be longer. */
export function headWidth(label: string): number {
  return Math.ceil([...label].reduce((sum, character) => sum + widthOf(character), BESIDE_PX));
}

/** An estimate of the text's width, rather too wide than too narrow. */
function widthOf(character: string): number {
  if (/[\p{Script=Hangul}\p{Script=Han}]/u.test(character)) return HANGUL_PX;
  if (/[mwMW@%]/.test(character)) return WIDE_PX;
  if (/\p{Lu}/u.test(character)) return CAPITAL_PX;
  return /[ijltfrI\s.,:;()'|/·-]/.test(character) ? NARROW_PX : USUAL_PX;
}
