import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { Link } from '@tanstack/react-router';
import { containerStateAppearance } from '#components/list/columns/state-appearance.ts';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { containerCharts } from '../charts/chart-plan.ts';
import { type Fact, Facts } from '../panels/facts.tsx';
import { containerFigures } from './figures.ts';
import type { Tab } from './object-frame.tsx';
import { type ObjectKind, ObjectPage } from './object-page.tsx';
import { type ContainerInfo, containerQuery } from './object-queries.ts';
import { containerView, lastContactAt } from './object-view.ts';

const container: ObjectKind<ContainerInfo> = {
  idName: 'containerId',
  query: containerQuery,
  view: containerView,
  figures: containerFigures,
  charts: containerCharts,
  facts: containerFacts,
  warning: ({ state, stateReason, stateMessage }) =>
    stateReason && state !== 'running' ? { title: stateReason, text: stateMessage } : null,
  morePanels: ({ lastState }) => lastState && <LastState lastState={lastState} />,
};

export function ContainerPage({ tab }: { readonly tab: Tab }) {
  return <ObjectPage kind={container} tab={tab} />;
}

/** The previous run: after a restart users first ask why it ended. */
function LastState({ lastState }: { readonly lastState: NonNullable<ContainerInfo['lastState']> }) {
  const t = useT();
  const language = useLanguage();
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
  const pod = (
    <Link
      to="/mon/pod/summary"
      search={{ hostId: String(info.hostId), podId: String(info.podId) }}
      activeProps={{}}
    >
      <bdi>{info.podName}</bdi>
    </Link>
  );
  return [
    [t('columns.pod'), pod],
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
