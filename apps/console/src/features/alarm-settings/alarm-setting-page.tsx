import '#entities/alarm-items/alarm-item-messages.ts';
import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { settingCalls } from './alarm-setting-calls.ts';
import { SettingDetail } from './alarm-setting-detail.tsx';

interface AlarmSettingPageProps {
  readonly target: AlarmTarget;
  readonly titleKey: PlainKey;
}

export function AlarmSettingPage({ target, titleKey }: AlarmSettingPageProps) {
  const t = useT();
  const { idName, query: queryOf } = settingCalls(target);
  const id = parseIdText(useAddress().search[idName]);
  const query = useQuery({ ...queryOf(id ?? 0), enabled: id !== undefined });
  if (query.data && id !== undefined)
    return <SettingDetail key={`${target} ${id}`} target={target} id={id} info={query.data} />;
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      <SettingsHeader title={t(titleKey)} />
      <Panel>
        <LoadFailed title={t('alarmSettings.failed')} query={query} />
      </Panel>
    </>
  );
}
