import {
  deleteLogo,
  insertLogo,
  type LogoEntry,
  listLogos,
  updateLogo,
} from '@gwanje/contract/settings/logos';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { loadLogo } from '#core/session/session.ts';
import { useSession } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import header from './header-preview.module.css';
import classes from './logo.module.css';
import { LOGO_ACCEPT, pickLogoFile, uploadError } from './logo-file.ts';
import { LogoList } from './logo-list.tsx';

const logosQuery = apiQuery(listLogos, {}, { staleMs: 5_000 });

interface Picked {
  readonly file: File;
  readonly imgUrl: string;
}

export function LogoPage() {
  const t = useT();
  const current = useSession((state) => state.logo);
  const query = useQuery(logosQuery);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [fileError, setFileError] = useState<PlainKey>();
  useUnsavedGuard(picked !== null);

  useEffect(() => {
    if (picked) return () => URL.revokeObjectURL(picked.imgUrl);
  }, [picked]);

  function take(files: readonly File[]) {
    const taken = pickLogoFile(files);
    if (!taken) return;
    setFileError('error' in taken ? taken.error : undefined);
    setPicked('file' in taken ? { file: taken.file, imgUrl: URL.createObjectURL(taken.file) } : null);
  }

  function drop(found: PlainKey | undefined) {
    setPicked(null);
    setFileError(found);
  }

  const { save: upload, isSaving: isUploading } = useSave({
    save: ({ file }: Picked) => call(insertLogo, { form: formWith('file', file) }),
    onSaved: () => {
      drop(undefined);
      return reloadLogos();
    },
    onFailed: (error) => {
      const refused = uploadError(error);
      if (refused) drop(refused);
      return refused !== null;
    },
  });
  const { save: use, isSaving: isChanging } = useSave({
    save: (logo: LogoEntry | null) => call(updateLogo, { form: formWith('id', String(logo?.id ?? 0)) }),
    onSaved: reloadLogos,
    onFailed: reloadLogos,
  });
  const { save: remove, isSaving: isDeleting } = useSave({
    save: async ({ id, name, isActive }: LogoEntry) =>
      (await showConfirm({
        title: t('logo.deleteTitle'),
        text: t('logo.deleteText', { name }),
        msg: t(isActive === 'Y' ? 'logo.deleteActive' : 'logo.deleteOther'),
        textConfirm: t('common.delete'),
      })) && call(deleteLogo, { params: { id } }),
    onSaved: reloadLogos,
    onFailed: reloadLogos,
  });
  const isBusy = isUploading || isChanging || isDeleting;

  const shownUrl = picked ? picked.imgUrl : (current?.imgUrl ?? null);
  return (
    <>
      <SettingsHeader title={t('routes.settingLogo')} dataAge={t('logo.everyone')} />
      <div className={classes.page}>
        <Panel title={t('logo.preview')} note={t(picked ? 'logo.picked' : 'logo.current')} padded>
          <div className={classes.previews}>
            {(['light', 'dark'] as const).map((theme) => (
              <HeaderPreview
                key={theme}
                theme={theme}
                imgUrl={shownUrl}
                {...(picked && { onUnreadable: () => drop('logo.unreadable') })}
              />
            ))}
          </div>
        </Panel>
        <IfMayChange>
          <Panel title={t('logo.upload')} padded>
            <LogoDrop
              picked={picked?.file ?? null}
              error={fileError && t(fileError)}
              isBusy={isBusy}
              onFiles={take}
            />
            <div className={classes.pickedActions}>
              <TextButton disabled={!picked || isBusy} onClick={() => drop(undefined)}>
                {t('logo.discard')}
              </TextButton>
              <TextButton
                icon="mdi-upload-outline"
                variant="filled"
                disabled={!picked}
                loading={isUploading}
                onClick={() => picked && upload(picked)}
              >
                {t('logo.useNew')}
              </TextButton>
            </div>
          </Panel>
        </IfMayChange>
        <div className={classes.wide}>
          <Panel title={t('logo.list')}>
            <Loaded query={query} failedTitle={t('logo.listFailed')} lines={5}>
              {({ logoList }) => <LogoList logos={logoList} isBusy={isBusy} onUse={use} onDelete={remove} />}
            </Loaded>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Reloads the logos, so that the list and the header show the change at once. */
async function reloadLogos(): Promise<void> {
  await Promise.all([loadLogo(), invalidate([listLogos])]);
}

function formWith(field: string, value: string | File): FormData {
  const form = new FormData();
  form.set(field, value);
  return form;
}

interface LogoDropProps {
  readonly picked: File | null;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes a file by drop or by the browser's file dialog. */
function LogoDrop({ picked, error, isBusy, onFiles }: LogoDropProps) {
  const t = useT();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button does the same
    <div
      className={`${classes.drop} ${isOver ? classes.over : ''} ${error ? classes.refused : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Icon name="mdi-tray-arrow-up" size={28} className={classes.dropIcon} />
      <p className={classes.dropTitle}>
        {isOver ? t('logo.dropNow') : picked ? <bdi>{picked.name}</bdi> : t('logo.drop')}
      </p>
      <p className={classes.rule}>{t('logo.rule')}</p>
      <input
        ref={inputRef}
        type="file"
        accept={LOGO_ACCEPT}
        aria-label={t('logo.choose')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Allows the same file to be chosen again after an error.
          event.currentTarget.value = '';
        }}
      />
      <TextButton disabled={isBusy} onClick={() => inputRef.current?.click()}>
        {t(picked ? 'logo.chooseOther' : 'logo.choose')}
      </TextButton>
      <p className={classes.error} role="alert">
        {error}
      </p>
    </div>
  );
}

interface HeaderPreviewProps {
  readonly theme: 'light' | 'dark';
  /** Null: the product's own logo. */
  readonly imgUrl: string | null;
  readonly onUnreadable?: () => void;
}

/** A preview of the header in one theme, independent of the active theme. */
function HeaderPreview({ theme, imgUrl, onUnreadable }: HeaderPreviewProps) {
  const t = useT();
  const label = t(theme === 'light' ? 'logo.previewLight' : 'logo.previewDark');
  return (
    <figure className={header.figure}>
      <div className={`${header.bar} ${header[theme]}`} role="img" aria-label={label}>
        <span className={header.logo}>
          {imgUrl === null ? (
            <>
              <Icon name="mdi-radar" size={20} className={header.mark} />
              {t('header.product')}
            </>
          ) : (
            <img className={header.image} src={imgUrl} alt="" onError={onUnreadable} />
          )}
        </span>
        <span className={header.active}>{t('header.dashboard')}</span>
        <span>{t('header.monitoring')}</span>
        <span>{t('header.events')}</span>
        <span>{t('header.alarms')}</span>
      </div>
      <figcaption className={header.caption}>{label}</figcaption>
    </figure>
  );
}
