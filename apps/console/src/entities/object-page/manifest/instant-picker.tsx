import { TextButton } from '@gwanje/ui/buttons';
import { type FormEvent, useState } from 'react';
import { PanelAt, type Place, placeOf } from '#components/floating/panel-at.tsx';
import { TimeInput } from '#components/list/filters/filter-editor.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from './manifest.module.css';
import type { ManifestChoice } from './manifest-address.ts';

interface InstantPickerProps {
  readonly choice: ManifestChoice;
  readonly nowMs: number;
  readonly onChoose: (choice: ManifestChoice) => void;
}

/** Chooses any past instant of the manifest, and another one to compare it with. */
export function InstantPicker(props: InstantPickerProps) {
  const { choice, onChoose } = props;
  const t = useT();
  const [place, setPlace] = useState<Place | null>(null);
  const isChosen = choice.at !== undefined || choice.comparedAt !== undefined;
  return (
    <>
      <TextButton
        icon="mdi-history"
        size="compact-sm"
        variant={isChosen ? 'light' : 'default'}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setPlace(placeOf(currentTarget))}
      >
        {t('manifests.pick')}
      </TextButton>
      {place && (
        <PanelAt place={place} label={t('manifests.pick')} onClose={() => setPlace(null)}>
          <InstantForm
            {...props}
            onChoose={(next) => {
              setPlace(null);
              onChoose(next);
            }}
          />
        </PanelAt>
      )}
    </>
  );
}

function InstantForm({ choice, nowMs, onChoose }: InstantPickerProps) {
  const t = useT();
  const [draft, setDraft] = useState(choice);
  const [isInFuture, setInFuture] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isLate = [draft.at, draft.comparedAt].some((at) => at !== undefined && Date.parse(at) > nowMs);
    setInFuture(isLate);
    if (!isLate) onChoose(draft);
  }

  return (
    <form className={classes.picker} onSubmit={submit} noValidate>
      <TimeInput
        label={t('manifests.pickAt')}
        value={draft.at}
        onChange={(at) => setDraft({ ...draft, at })}
      />
      <TimeInput
        label={t('manifests.pickComparedAt')}
        value={draft.comparedAt}
        onChange={(comparedAt) => setDraft({ ...draft, comparedAt })}
      />
      <p
        className={classes.pickerNote}
        role={isInFuture ? 'alert' : undefined}
        data-wrong={isInFuture || undefined}
      >
        {t(isInFuture ? 'manifests.pickFuture' : 'manifests.pickNote')}
      </p>
      <div className={classes.pickerButtons}>
        <TextButton onClick={() => onChoose({ at: undefined, comparedAt: undefined })}>
          {t('manifests.pickNow')}
        </TextButton>
        <TextButton variant="filled" type="submit">
          {t('manifests.pickApply')}
        </TextButton>
      </div>
    </form>
  );
}
