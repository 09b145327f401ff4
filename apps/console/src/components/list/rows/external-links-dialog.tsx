import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '#components/dialogs/modal-dialog.tsx';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';
import { type ExternalLink, MAX_EXTERNAL_LINKS, placeNames, templateError } from './external-links.ts';

interface ExternalLinksDialogProps {
  readonly links: readonly ExternalLink[];
  readonly onSave: (links: readonly ExternalLink[]) => void;
  readonly onClose: () => void;
}

const NEW_LINK: ExternalLink = { label: '', template: '' };

/** Edits the user's links to other systems (logs, Grafana), which every list offers whose rows have the values. */
export function ExternalLinksDialog({ links, onSave, onClose }: ExternalLinksDialogProps) {
  const t = useT();
  const [drafts, setDrafts] = useState(links.length === 0 ? [NEW_LINK] : links);
  const [isChecked, setChecked] = useState(false);
  const isUsed = ({ label, template }: ExternalLink) => label.trim() !== '' || template.trim() !== '';
  const used = drafts.filter(isUsed);

  function change(at: number, patch: Partial<ExternalLink>) {
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...patch } : draft)));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (used.some((draft) => errorsOf(draft).length > 0)) return;
    onSave(used.map(({ label, template }) => ({ label: label.trim(), template: template.trim() })));
  }
  function errorsOf({ label, template }: ExternalLink): string[] {
    const error = templateError(template.trim());
    return [
      ...(label.trim() === '' ? [t('objectList.links.noLabel')] : []),
      ...(error ? [t(`objectList.links.errors.${error}`)] : []),
    ];
  }

  return (
    <ModalDialog title={t('objectList.links.title')} width={620} isFramed={false} onClose={onClose}>
      <form className={classes.editor} onSubmit={submit}>
        <p className={classes.panelNote}>{t('objectList.links.about')}</p>
        <p className={classes.places}>
          {placeNames.map((name) => (
            <code key={name}>{`{${name}}`}</code>
          ))}
        </p>
        {drafts.map((draft, at) => {
          const [error] = isChecked && isUsed(draft) ? errorsOf(draft) : [];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: drafts are identified only by their position
            <div key={at} className={classes.linkRow}>
              <BareInput
                label={t('objectList.links.label')}
                maxLength={40}
                value={draft.label}
                onChange={(label) => change(at, { label })}
              />
              <BareInput
                label={t('objectList.links.address')}
                placeholder="https://grafana.example/d/pod?var-pod={pod}&from={from}&to={to}"
                maxLength={2000}
                value={draft.template}
                error={error}
                onChange={(template) => change(at, { template })}
              />
              <IconButton
                icon="mdi-close"
                label={t('common.delete')}
                onClick={() => setDrafts(drafts.filter((_, index) => index !== at))}
                size="md"
              />
            </div>
          );
        })}
        <div className={classes.editorButtons}>
          <TextButton
            icon="mdi-plus"
            disabled={drafts.length >= MAX_EXTERNAL_LINKS}
            onClick={() => setDrafts([...drafts, NEW_LINK])}
          >
            {t('objectList.links.add')}
          </TextButton>
          <TextButton onClick={onClose}>{t('common.cancel')}</TextButton>
          <TextButton variant="filled" type="submit">
            {t('common.save')}
          </TextButton>
        </div>
      </form>
    </ModalDialog>
  );
}
