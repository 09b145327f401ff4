import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';

export function WaysOut() {
  const t = useT();
  const router = useRouter();
  return (
    <>
      {router.history.canGoBack() && (
        <Button
          variant="default"
          leftSection={<Icon name="mdi-arrow-left" />}
          onClick={() => router.history.back()}
        >
          {t('shell.back')}
        </Button>
      )}
      <Button
        leftSection={<Icon name="mdi-view-dashboard-outline" />}
        onClick={() => void router.navigate({ to: '/main', search: {} })}
      >
        {t('shell.toDashboard')}
      </Button>
    </>
  );
}
