import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { TimeInput } from '../filters/filter-editor.tsx';
import classes from '../object-list.module.css';

interface AsOfPanelProps {
  /** Null: now. */
  readonly at: string | null;
  readonly nowMs: number;
  readonly onApply: (at: string | null) => void;
}

const PRESETS = [
  { key: 'objectList.before.quarter', ms: 15 * 60_000 },
  { key: 'objectList.before.hour', ms: 60 * 60_000 },
  { key: 'objectList.before.day', ms: 24 * 60 * 60_000 },
  { key: 'objectList.before.week', ms: 7 * 24 * 60 * 60_000 },
] as const;

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
      <div className={classes.presets}>
        {PRESETS.map(({ key, ms }) => (
          <Button key={key} variant="default" onClick={() => onApply(new Date(nowMs - ms).toISOString())}>
            {t(key)}
          </Button>
        ))}
      </div>
      <TimeInput label={t('objectList.asOf.title')} value={draft} onChange={setDraft} />
      <p className={classes.panelNote}>{t('objectList.asOf.about')}</p>
      <div className={classes.editorButtons}>
        {at !== null && (
          <Button variant="default" onClick={() => onApply(null)}>
            {t('objectList.asOf.backToNow')}
          </Button>
        )}
        <Button type="submit" disabled={draft === undefined}>
          {t('objectList.filter.apply')}
        </Button>
      </div>
    </form>
  );
}
