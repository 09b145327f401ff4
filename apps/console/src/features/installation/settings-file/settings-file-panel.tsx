import { mayCall } from '@gwanje/domain/access/permissions';
import { exportSettings, planImport, SETTINGS_FILE_MAX_BYTES } from '@gwanje/kinds/calls/settings-file';
import { TextButton } from '@gwanje/ui/buttons';
import { download as handOver } from '@gwanje/ui/download';
import { Panel } from '@gwanje/ui/panel';
import { useRef, useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { call, download } from '#core/api/client.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from '../installation.module.css';
import { type Examined, ImportDialog } from './import-dialog.tsx';

/** The timeout for a large file. */
const TIMEOUT_MS = 120_000;

/** Export and import of groups, clusters, templates and settings, for permitted users. */
export function SettingsFilePanel() {
  const t = useT();
  const user = useSession((session) => session.user);
  const inputRef = useRef<HTMLInputElement>(null);
  const [examined, setExamined] = useState<Examined | null>(null);
  const { save, isSaving } = useSave({
    save: () => download(exportSettings, { timeoutMs: TIMEOUT_MS }),
    onSaved: ({ blob, fileName }) => handOver(blob, fileName ?? 'gwanje-settings.yaml'),
  });
  const { save: examine, isSaving: isExamining } = useSave({
    save: async (file: File) => {
      if (file.size > SETTINGS_FILE_MAX_BYTES) {
        await showAlert({ text: t('installation.file.errors.tooLarge') });
        return false;
      }
      const content = await file.text();
      const plan = await call(planImport, { body: { _method: 'get', content }, timeoutMs: TIMEOUT_MS });
      return { fileName: file.name, content, ...plan };
    },
    onSaved: setExamined,
  });
  if (!user || !mayCall(user, exportSettings.access)) return null;

  return (
    <Panel title={t('installation.file.title')} padded>
      <p className={classes.fileText}>
        {t('installation.file.text')} <IfMayChange>{t('installation.file.importText')}</IfMayChange>
      </p>
      <div className={classes.fileActions}>
        <TextButton icon="mdi-download" disabled={isSaving || isExamining} onClick={() => save()}>
          {t('installation.file.export')}
        </TextButton>
        <IfMayChange>
          <TextButton icon="mdi-upload" loading={isExamining} onClick={() => inputRef.current?.click()}>
            {t('installation.file.choose')}
          </TextButton>
          <input
            ref={inputRef}
            type="file"
            accept=".yaml,.yml"
            aria-label={t('installation.file.choose')}
            tabIndex={-1}
            hidden
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              // Allows the same file to be chosen again after it was corrected.
              event.currentTarget.value = '';
              if (file) examine(file);
            }}
          />
        </IfMayChange>
      </div>
      {examined && <ImportDialog examined={examined} onClose={() => setExamined(null)} />}
    </Panel>
  );
}
