// @holdfast/pg-kit/doctor: checks of a database, for `./holdfast doctor` and for GET /doctor.
export {
  checkDatabase,
  checkReadReplica,
  type DatabaseTarget,
  type ExaminedDatabase,
} from './check-database.ts';
