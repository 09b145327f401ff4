import type { LogoEntry } from '@gwanje/contract/settings/logos';
import { formatBytes } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from './logo.module.css';
import { logoTypeLabel } from './logo-file.ts';

interface LogoListProps {
  readonly logos: readonly LogoEntry[];
  readonly isBusy: boolean;
  /** Null: the product's own logo. */
  readonly onUse: (logo: LogoEntry | null) => void;
  readonly onDelete: (logo: LogoEntry) => void;
}

export function LogoList({ logos, isBusy, onUse, onDelete }: LogoListProps) {
  const t = useT();
  return (
    <>
      <ul className={classes.list} aria-label={t('logo.listLabel')}>
        <LogoItem
          picture={
            <span className={classes.own}>
              <Icon name="mdi-radar" size={20} className={classes.mark} />
              {t('header.product')}
            </span>
          }
          name={t('logo.productLogo')}
          detail={t('logo.productLogoText')}
          isActive={logos.every(({ isActive }) => isActive === 'N')}
          isBusy={isBusy}
          onUse={() => onUse(null)}
        />
        {logos.map((logo) => (
          <LogoItem
            key={logo.id}
            picture={<img src={logo.imgUrl} alt="" loading="lazy" />}
            name={logo.name}
            detail={[
              logoTypeLabel(logo.contentType),
              formatBytes(logo.sizeBytes),
              formatTimestamp(logo.createdAt),
            ].join(' · ')}
            isActive={logo.isActive === 'Y'}
            isBusy={isBusy}
            onUse={() => onUse(logo)}
            onDelete={() => onDelete(logo)}
          />
        ))}
      </ul>
      {logos.length === 0 && (
        <p className={classes.emptyNote}>
          {t('logo.listEmpty')}. <IfMayChange>{t('logo.listEmptyText')}</IfMayChange>
        </p>
      )}
    </>
  );
}

interface LogoItemProps {
  readonly picture: ReactNode;
  readonly name: string;
  readonly detail: string;
  readonly isActive: boolean;
  readonly isBusy: boolean;
  readonly onUse: () => void;
  readonly onDelete?: () => void;
}

function LogoItem({ picture, name, detail, isActive, isBusy, onUse, onDelete }: LogoItemProps) {
  const t = useT();
  return (
    <li className={classes.item}>
      <span className={classes.thumb}>{picture}</span>
      <div>
        <bdi className={classes.itemName} title={name}>
          {name}
        </bdi>
        <span className={classes.itemDetail}>{detail}</span>
      </div>
      <div className={classes.itemActions}>
        {isActive ? (
          <Chip colour="normal" icon="mdi-check-circle" label={t('logo.inUse')} />
        ) : (
          <IfMayChange>
            <TextButton disabled={isBusy} aria-label={t('logo.useNamed', { name })} onClick={onUse}>
              {t('logo.use')}
            </TextButton>
          </IfMayChange>
        )}
        <IfMayChange>
          {onDelete ? (
            <IconButton
              icon="mdi-delete-outline"
              label={t('logo.deleteNamed', { name })}
              title={t('common.delete')}
              disabled={isBusy}
              onClick={onDelete}
              size="md"
            />
          ) : (
            <span className={classes.noAction} />
          )}
        </IfMayChange>
      </div>
    </li>
  );
}
