import './logo-messages.ts';
import {
  deleteLogo,
  insertLogo,
  type LogoEntry,
  listLogos,
  updateLogo,
} from '@gwanje/contract/settings/logos';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { apiKey, apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { loadLogo } from '#core/session/session.ts';
import { useSession } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { HeaderPreview } from './header-preview.tsx';
import classes from './logo.module.css';
import { LogoDrop } from './logo-drop.tsx';
import { pickLogoFile, uploadFault } from './logo-file.ts';
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
  const [fault, setFault] = useState<PlainKey>();
  const [isBusy, run] = useBusy();
  useUnsavedGuard(picked !== null);

  useEffect(() => {
    if (picked) return () => URL.revokeObjectURL(picked.imgUrl);
  }, [picked]);

  function take(files: readonly File[]) {
    const taken = pickLogoFile(files);
    if (!taken) return;
    setFault('fault' in taken ? taken.fault : undefined);
    setPicked('file' in taken ? { file: taken.file, imgUrl: URL.createObjectURL(taken.file) } : null);
  }

  function drop(found: PlainKey | undefined) {
    setPicked(null);
    setFault(found);
  }

  async function upload({ file }: Picked): Promise<void> {
    const form = new FormData();
    form.set('file', file);
    try {
      await call(insertLogo, { form });
    } catch (error) {
      const refused = uploadFault(error);
      if (refused) drop(refused);
      else await showFailure(error);
      return;
    }
    drop(undefined);
    await takeIn();
  }

  async function use(logo: LogoEntry | null): Promise<void> {
    const form = new FormData();
    form.set('id', String(logo?.id ?? 0));
    await attempt(() => call(updateLogo, { form }));
  }

  async function remove({ id, name, isActive }: LogoEntry): Promise<void> {
    const isConfirmed = await showConfirm({
      title: t('logo.deleteTitle'),
      text: t('logo.deleteText', { name }),
      msg: t(isActive === 'Y' ? 'logo.deleteActive' : 'logo.deleteOther'),
      textConfirm: t('common.delete'),
    });
    if (isConfirmed) await attempt(() => call(deleteLogo, { params: { id } }));
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await showFailure(error);
    }
    await takeIn();
  }

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
            <LogoDrop picked={picked?.file ?? null} fault={fault} isBusy={isBusy} onFiles={take} />
            <div className={classes.pickedActions}>
              <Button variant="default" disabled={!picked || isBusy} onClick={() => drop(undefined)}>
                {t('logo.discard')}
              </Button>
              <Button
                leftSection={<Icon name="mdi-upload-outline" />}
                disabled={!picked}
                loading={isBusy && picked !== null}
                onClick={() => picked && void run(() => upload(picked))}
              >
                {t('logo.useNew')}
              </Button>
            </div>
          </Panel>
        </IfMayChange>
        <div className={classes.wide}>
          <Panel title={t('logo.list')}>
            {query.data ? (
              <LogoList
                logos={query.data.logoList}
                isBusy={isBusy}
                onUse={(logo) => void run(() => use(logo))}
                onDelete={(logo) => void run(() => remove(logo))}
              />
            ) : query.isError ? (
              <LoadFailed title={t('logo.listFailed')} query={query} />
            ) : (
              <SkeletonLines label={t('shell.loading')} lines={5} />
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Reloads the logos; the header changes at once. */
async function takeIn(): Promise<void> {
  await Promise.all([loadLogo(), queryClient.invalidateQueries({ queryKey: apiKey(listLogos) })]);
}
