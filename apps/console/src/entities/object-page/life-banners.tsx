import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import classes from './object-frame.module.css';
import { Banner } from './panels/banner.tsx';

interface LifeBannersProps {
  readonly hostId: number;
  /** Null: the object exists. */
  readonly deletedAt: string | null;
  /** Nodes that had or have the same name. */
  readonly sameNameIds: readonly number[];
}

/** That the object is deleted, and which other object has its name. */
export function LifeBanners({ hostId, deletedAt, sameNameIds }: LifeBannersProps) {
  const t = useT();
  return (
    <>
      {deletedAt !== null && (
        <Banner tone="quiet" icon="mdi-delete-clock-outline" title={t('monitoring.deleted')}>
          {t('monitoring.deletedText', { at: formatTimestamp(deletedAt) })}
        </Banner>
      )}
      {sameNameIds.length > 0 && (
        <Banner tone="quiet" icon="mdi-swap-horizontal" title={t('monitoring.sameName')}>
          {t(deletedAt === null ? 'monitoring.sameNameBefore' : 'monitoring.sameNameAfter')}{' '}
          <span className={classes.marks}>
            {sameNameIds.map((id) => (
              <Link
                key={id}
                to="/mon/node/summary"
                search={{ hostId: String(hostId), nodeId: String(id) }}
                activeProps={{}}
              >
                {t('monitoring.sameNameLink', { id })}
              </Link>
            ))}
          </span>
        </Banner>
      )}
    </>
  );
}
