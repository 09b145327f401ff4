import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import type { SettingInfo } from './alarm-setting-calls.ts';
import classes from './settings.module.css';

interface IdentityStripProps {
  readonly target: AlarmTarget;
  readonly info: SettingInfo;
  readonly ownCnt: number;
  readonly isReadOnly: boolean;
  readonly isMonitored: boolean;
  readonly onMonitored: (isMonitored: boolean) => void;
}

export function IdentityStrip(props: IdentityStripProps) {
  const { target, info, ownCnt, isReadOnly, isMonitored, onMonitored } = props;
  const t = useT();
  return (
    <dl className={classes.identity}>
      <Fact label={t('alarmSettings.kind')}>{t(`alarmItems.target.${target}`)}</Fact>
      {target !== 'cluster' && (
        <Fact label={t('alarmSettings.cluster')}>
          <bdi>{info.clusterName}</bdi>
        </Fact>
      )}
      {info.namespace !== null && (
        <Fact label={t('alarmSettings.namespace')}>
          <bdi>{info.namespace}</bdi>
        </Fact>
      )}
      <Fact label={t('alarmSettings.template')}>
        <Link to="/setting/alarm-template" search={{ alarmTemplateId: String(info.alarmTemplateId) }}>
          <bdi>{info.alarmTemplateName}</bdi>
        </Link>
      </Fact>
      <Fact label={t('alarmSettings.own')}>{t('alarmSettings.ownItems', { cnt: ownCnt })}</Fact>
      <Fact label={t('alarmSettings.changedAt')}>
        {info.changedAt === null ? t('alarmSettings.never') : formatTimestamp(info.changedAt)}
      </Fact>
      <Fact label={t('alarmSettings.watch')}>
        <span className={classes.watch}>
          <Switch
            size="xs"
            aria-label={t('alarmSettings.watch')}
            checked={isMonitored}
            onChange={({ currentTarget: { checked } }) => {
              if (!refuseWhileReadOnly(isReadOnly)) onMonitored(checked);
            }}
          />
          {isMonitored ? (
            t('alarmSettings.watched')
          ) : (
            <Chip colour="grey" icon="mdi-eye-off-outline">
              {t('alarmSettings.unwatched')}
            </Chip>
          )}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
