import { useQuery } from '@tanstack/react-query';
import { loadConfig } from '#core/config.ts';
import classes from './app-shell.module.css';

/** The copyright line; without one there is no footer. */
export function Footer() {
  const { data: config } = useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!config?.copyright) return null;
  return <footer className={classes.footer}>{config.copyright}</footer>;
}
