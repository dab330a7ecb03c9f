// Asks again what AUs hold, for as long as they are looked at: an import or a sweep changes it while the page stands there.
import { useEffect, useRef } from 'preact/hooks';
import { askHeld } from './held.ts';

const EVERY_MS = 30_000;

/** `inSight` says of which AUs; it is called whenever they are asked for. */
export function useHeldAgain(inSight: () => readonly string[]): void {
  const latest = useRef(inSight);
  latest.current = inSight;
  useEffect(() => {
    const unwanted = new AbortController();
    const timer = setInterval(() => {
      if (!document.hidden) void askHeld(latest.current(), unwanted.signal);
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      unwanted.abort();
    };
  }, []);
}
