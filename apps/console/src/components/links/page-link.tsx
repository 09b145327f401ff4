import { Icon, type IconName } from '@gwanje/ui/icon';
import type { MouseEvent } from 'react';
import { navigateTo } from '#core/navigation/navigation.ts';

interface PageLinkProps {
  /** Null: the name is shown as text. */
  readonly href: string | null;
  readonly text: string;
  readonly icon?: IconName;
  readonly className?: string | undefined;
}

/** A link to a page whose address is data. */
export function PageLink({ href, text, icon, className }: PageLinkProps) {
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <a className={className} title={text} {...pageLink(href)}>
      {icon && <Icon name={icon} size={15} />}
      <bdi>{text}</bdi>
    </a>
  );
}

/** The props of an `<a>`. A plain click stays in the console; a middle click opens a new tab. */
export function pageLink(href: string) {
  return {
    href,
    onClick: (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigateTo(href);
    },
  };
}
