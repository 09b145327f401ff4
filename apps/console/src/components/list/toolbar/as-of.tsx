import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { type FormEvent, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { PanelAt, type Place, placeOf } from '../../floating/panel-at.tsx';
import { TimeInput, TimePresets } from '../filters/filter-editor.tsx';
import classes from '../object-list.module.css';

/** Chooses the instant of a few rows on a page; a list has the same panel in its toolbar. */
export function AsOfButton({ at, nowMs, onApply }: AsOfPanelProps) {
  const t = useT();
  const [place, setPlace] = useState<Place | null>(null);
  const title = t('objectList.asOf.title');
  return (
    <>
      <TextButton
        icon="mdi-history"
        variant={at === null ? 'default' : 'light'}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setPlace(placeOf(currentTarget))}
      >
        {title} {at === null ? t('objectList.asOf.now') : formatTimestamp(at)}
      </TextButton>
      {place && (
        <PanelAt place={place} label={title} onClose={() => setPlace(null)}>
          <AsOfPanel
            at={at}
            nowMs={nowMs}
            onApply={(next) => {
              setPlace(null);
              onApply(next);
            }}
          />
        </PanelAt>
      )}
    </>
  );
}

interface AsOfPanelProps {
  /** Null: now. */
  readonly at: string | null;
  readonly nowMs: number;
  readonly onApply: (at: string | null) => void;
}

/** 기준 시각: the list as it was at an instant. */
export function AsOfPanel({ at, nowMs, onApply }: AsOfPanelProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | undefined>(at ?? new Date(nowMs - 60 * 60_000).toISOString());

  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft !== undefined) onApply(draft);
  }

  return (
    <form className={classes.editor} onSubmit={submit}>
      <TimePresets kind="before" nowMs={nowMs} onChoose={onApply} />
      <TimeInput label={t('objectList.asOf.title')} value={draft} onChange={setDraft} />
      <p className={classes.panelNote}>{t('objectList.asOf.about')}</p>
      <div className={classes.editorButtons}>
        {at !== null && (
          <TextButton onClick={() => onApply(null)}>{t('objectList.asOf.backToNow')}</TextButton>
        )}
        <TextButton variant="filled" type="submit" disabled={draft === undefined}>
          {t('objectList.filter.apply')}
        </TextButton>
      </div>
    </form>
  );
}
