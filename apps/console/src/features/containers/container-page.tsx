import { ObjectId } from '@gwanje/contract/definition/fields';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import { containerStateAppearance } from '#components/list/columns/state-appearance.ts';
import { type Translate, useTexts } from '#core/i18n/i18n.ts';
import { type ContainerInfo, infoQuery } from '#entities/inventory/info-queries.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import { containerCharts } from '#entities/object-page/charts/chart-plan.ts';
import { containerFigures } from '#entities/object-page/figures.ts';
import { containerView } from '#entities/object-page/kind-views.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { lastContactAt } from '#entities/object-page/object-view.ts';
import { type Fact, Facts } from '#entities/object-page/panels/facts.tsx';

export const container: ObjectKind<ContainerInfo> = {
  ...containerView,
  query: (id) => infoQuery('container', id),
  // Kubernetes reports the events of a container at its pod.
  eventFilter: ({ podId, name }) => ({ objectId: ObjectId.parse(podId), containerName: [name] }),
  figures: containerFigures,
  resources: { scope: 'container', usage: (info) => info, charts: containerCharts },
  facts: containerFacts,
  warning: ({ state, stateReason, stateMessage }) =>
    stateReason && state !== 'running' ? { title: stateReason, text: stateMessage } : null,
  morePanels: ({ lastState }) => lastState && <LastState lastState={lastState} />,
};

/** How the previous run ended, which users need to know after a restart. */
function LastState({ lastState }: { lastState: NonNullable<ContainerInfo['lastState']> }) {
  const { t, language } = useTexts();
  return (
    <Panel title={t('monitoring.lastState')}>
      <Facts
        list={[
          [t('columns.state'), containerStateAppearance(lastState.state, { t, language }).label],
          [t('columns.reason'), lastState.reason],
          [t('columns.exitCode'), lastState.exitCode === null ? null : String(lastState.exitCode)],
          [t('columns.message'), lastState.message],
          [t('columns.startedAt'), formatTimestamp(lastState.startedAt)],
          [t('monitoring.finishedAt'), formatTimestamp(lastState.finishedAt)],
        ]}
      />
    </Panel>
  );
}

function containerFacts(info: ContainerInfo, t: Translate): Fact[] {
  return [
    [
      t('columns.pod'),
      <PageLink key="pod" href={pageAddress('pod', info.hostId, info.podId)} text={info.podName} />,
    ],
    [t('columns.namespace'), info.namespace],
    [t('columns.node'), info.nodeName],
    [t('columns.type'), t(`columns.containerType.${info.type}`)],
    [t('columns.image'), info.image],
    [t('columns.stateReason'), info.stateReason],
    [t('columns.exitCode'), info.exitCode === null ? null : String(info.exitCode)],
    [t('columns.ready'), t(info.isReady ? 'monitoring.yes' : 'monitoring.no')],
    [t('monitoring.fact.runtimeId'), info.runtimeId],
    [t('columns.startedAt'), formatTimestamp(info.startedAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}
