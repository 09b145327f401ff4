import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { getLogAccess } from '@gwanje/contract/objects/logs';
import type { IconName } from '@gwanje/ui/icon';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { DoctorLink } from '#entities/clusters/doctor-link.tsx';

type Access = ResponseOf<typeof getLogAccess>;

interface LogAccessProps {
  readonly hostId: number;
  readonly query: UseQueryResult<Access>;
  readonly children: ReactNode;
}

const icons: Readonly<Record<Exclude<Access['state'], 'available'>, IconName>> = {
  noPermission: 'mdi-lock-outline',
  viewing: 'mdi-account-eye-outline',
  noRight: 'mdi-shield-key-outline',
  agentNotConnected: 'mdi-lan-disconnect',
  oldAgent: 'mdi-update',
};

/** The log, or in words why it cannot be read and what to do. An open log stays: its state bar says what is wrong. */
export function LogAccess({ hostId, query, children }: LogAccessProps) {
  const t = useT();
  const { data } = query;
  const [wasAvailable, setWasAvailable] = useState(false);
  if (data?.state === 'available' && !wasAvailable) setWasAvailable(true);
  if (wasAvailable) return children;
  if (data === undefined)
    return (
      <Panel padded>
        {query.isError ? (
          <LoadFailed title={t('logs.access.failed')} query={query} />
        ) : (
          <SkeletonLines label={t('shell.loading')} lines={12} />
        )}
      </Panel>
    );
  const { state, canManageCluster } = data;
  if (state === 'available') return null;
  const isAsked = state === 'noRight' && !canManageCluster;
  const isOfAgent = state === 'noRight' || state === 'agentNotConnected' || state === 'oldAgent';
  return (
    <Panel>
      <EmptyState
        icon={icons[state]}
        title={t(`logs.access.${state}`)}
        text={t(isAsked ? 'logs.access.noRightAsk' : `logs.access.${state}Text`)}
        actions={
          isOfAgent && (
            <DoctorLink hostId={hostId}>
              {t(state === 'noRight' ? 'logs.access.manifest' : 'logs.access.check')}
            </DoctorLink>
          )
        }
      />
    </Panel>
  );
}
