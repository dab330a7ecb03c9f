// Parts of the overview that are loaded after its first paint. They share one file, because each file costs a request.
export { AuNumbers } from './au-numbers.tsx';
export { FailureList } from './failures.tsx';
export { GrowthChart } from './growth.tsx';
export { RecentAndDue } from './recent-and-due.tsx';
