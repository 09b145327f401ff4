import { formatNumber } from '@gwanje/domain/formats/numbers';
import { TextButton } from '@gwanje/ui/buttons';
import type { IconName } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';
import { ALL_SELECTED, NOTHING_SELECTED, type Selection, selectedCnt } from '../state/selection.ts';

/** An action of the page on the selected rows. */
export interface BulkAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isDangerous?: boolean;
  /** Returns `done` to clear the selection. */
  readonly run: (rows: readonly Row[]) => Promise<unknown>;
}

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  readonly totalCnt: number;
  readonly actions: readonly BulkAction<Row>[];
  readonly isBusy: boolean;
  readonly onRun: (action: BulkAction<Row>) => void;
  readonly onChange: (selection: Selection<Row>) => void;
}

export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, totalCnt, actions, isBusy, onRun, onChange } = props;
  const cnt = selectedCnt(selection, totalCnt);
  const t = useT();
  return (
    <section className={classes.selectionBar} aria-label={t('objectList.selection.bar')}>
      <strong aria-live="polite">{t('objectList.selection.cnt', { cnt: formatNumber(cnt) })}</strong>
      {selection.kind === 'rows' && cnt < totalCnt && (
        <button type="button" className={classes.chipsClear} onClick={() => onChange(ALL_SELECTED)}>
          {t('objectList.selection.all', { cnt: formatNumber(totalCnt) })}
        </button>
      )}
      <button type="button" className={classes.chipsClear} onClick={() => onChange(NOTHING_SELECTED)}>
        {t('objectList.selection.clear')}
      </button>
      <span className={classes.selectionActions}>
        {actions.map((action) => (
          <TextButton
            key={action.id}
            icon={action.icon}
            {...(action.isDangerous && { color: 'red' })}
            disabled={isBusy}
            onClick={() => onRun(action)}
          >
            {action.label}
          </TextButton>
        ))}
      </span>
    </section>
  );
}
