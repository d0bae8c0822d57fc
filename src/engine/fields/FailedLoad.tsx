import { useEngine } from '../page/context.ts';
import light from './light.module.css';

/** Says why something could not be fetched, and offers to try again. */
export function FailedLoad({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  const { t } = useEngine();
  return (
    <div role="alert" className={light.note}>
      {t('load.failed', { problem })}{' '}
      <button type="button" className={light.button} onClick={onRetry}>
        {t('load.retry')}
      </button>
    </div>
  );
}
