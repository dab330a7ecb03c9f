// Covers: packages/warc services/repository-service/src
// Extends revisits-unmodified.test.ts: tests every way to declare "not modified" with every position of the original.
import { beforeAll } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { describeForms } from './unmodified-forms.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

describeForms(() => service, { some: false });
