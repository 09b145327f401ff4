import { type MonResult, monResults } from '@gwanje/contract/clusters/states';
import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { Chip } from '@gwanje/ui/chip';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { containerQuery, nodeQuery, podQuery, summaryQuery } from './dashboard-queries.ts';
import { type Card, clusterCard, containerCard, nodeCard, podCard } from './model/card.ts';
import classes from './object-card.module.css';

/** A pointer that only passes over a tile sends no request. */
const DELAY_MS = 150;

interface ObjectCardProps {
  readonly objectType: ObjectType;
  readonly id: number;
  readonly name: string;
  readonly monResult: number;
  /** Label and value of the figure that the map is sorted by. */
  readonly figure: { readonly label: string; readonly text: string };
}

/** Shows name, state and figure at once from the map's data; loads the rest when the pointer stays. */
export function ObjectCard({ objectType, id, name, monResult, figure }: ObjectCardProps) {
  const t = useT();
  const language = useLanguage();
  const state: MonResult | undefined = monResults[monResult];
  const look = state && monResultAppearance(state, { t, language });
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <bdi className={classes.name}>{name}</bdi>
        {look && (
          <Chip colour={look.colour} icon={look.icon}>
            {look.label}
          </Chip>
        )}
      </div>
      <Details key={id} objectType={objectType} id={id} figure={figure} />
    </div>
  );
}

type DetailsProps = Pick<ObjectCardProps, 'objectType' | 'id' | 'figure'>;

function Details({ objectType, id, figure }: DetailsProps) {
  switch (objectType) {
    case 'pod':
      return <PodDetails id={id} figure={figure} />;
    case 'node':
      return <NodeDetails id={id} figure={figure} />;
    case 'container':
      return <ContainerDetails id={id} figure={figure} />;
    case 'cluster':
      return <ClusterDetails id={id} figure={figure} />;
  }
}

type OneProps = Omit<DetailsProps, 'objectType'>;

function PodDetails({ id, figure }: OneProps) {
  const enabled = useIsDue();
  const query = useQuery({ ...podQuery(id), enabled });
  const moment = useMoment(query.dataUpdatedAt);
  return <CardBody card={query.data && podCard(query.data, moment)} failed={query.isError} figure={figure} />;
}

function NodeDetails({ id, figure }: OneProps) {
  const enabled = useIsDue();
  const query = useQuery({ ...nodeQuery(id), enabled });
  const moment = useMoment(query.dataUpdatedAt);
  return (
    <CardBody card={query.data && nodeCard(query.data, moment)} failed={query.isError} figure={figure} />
  );
}

function ContainerDetails({ id, figure }: OneProps) {
  const enabled = useIsDue();
  const query = useQuery({ ...containerQuery(id), enabled });
  const moment = useMoment(query.dataUpdatedAt);
  return (
    <CardBody card={query.data && containerCard(query.data, moment)} failed={query.isError} figure={figure} />
  );
}

/** The cluster's summary already holds everything that its card shows. */
function ClusterDetails({ id, figure }: OneProps) {
  const enabled = useIsDue();
  const query = useQuery({
    ...summaryQuery({
      isAllCluster: false,
      clusterList: [id],
      objectType: 'cluster',
      groupBy: 'none',
      sortBy: 'MON_RESULT',
    }),
    enabled,
  });
  const moment = useMoment(query.dataUpdatedAt);
  const cluster = query.data?.platformList.find(({ hostId }) => hostId === id);
  return (
    <CardBody
      card={query.data && cluster && clusterCard(cluster, query.data.serverTime, moment)}
      failed={query.isError}
      figure={figure}
    />
  );
}

interface CardBodyProps {
  readonly card: Card | undefined;
  readonly failed: boolean;
  readonly figure: ObjectCardProps['figure'];
}

function CardBody({ card, failed, figure }: CardBodyProps) {
  const t = useT();
  if (!card)
    return (
      <>
        <dl className={classes.lines}>
          <dt>{figure.label}</dt>
          <dd>{figure.text}</dd>
        </dl>
        <p className={classes.place}>{t(failed ? 'dashboard.cardFailed' : 'dashboard.cardLoading')}</p>
      </>
    );
  return (
    <>
      {card.place.length > 0 && (
        <p className={classes.place}>
          {card.place.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
            <bdi key={index}>{index === 0 ? part : ` / ${part}`}</bdi>
          ))}
        </p>
      )}
      <dl className={classes.lines}>
        {card.lines.map(({ label, value, isWarning }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd className={isWarning ? classes.warning : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function useIsDue(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}

function useMoment(answeredMs: number) {
  const t = useT();
  const language = useLanguage();
  return { t, language, sinceAnswerMs: answeredMs === 0 ? 0 : Date.now() - answeredMs };
}
