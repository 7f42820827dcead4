import type { Asked } from './asked.ts';
import { answerTus, continueUpload, createUpload, endUpload, tellUpload } from './resumable.ts';
import type { Route } from './router.ts';

type Answer = (asked: Asked, isSigned: boolean) => Promise<Response>;

function toRoutes(isSigned: boolean): Route[] {
  const [path, suffix] = isSigned ? ['/sign', '_signed'] : ['', ''];
  const of = (method: Route['method'], name: string, rest: '' | '/*', answer: Answer): Route => ({
    ...{ method, path: `upload/resumable${path}${rest}` },
    operation: `storage.tus.upload.${name}${suffix}`,
    // A signed address is asked for instead of a token.
    nobodyIs: isSigned ? 'enough' : 'refused',
    answer: (asked) => answerTus(() => answer(asked, isSigned)),
  });
  return [
    of('POST', 'create', '', createUpload),
    of('PATCH', 'part', '/*', continueUpload),
    of('HEAD', 'get', '/*', tellUpload),
    of('DELETE', 'delete', '/*', endUpload),
  ];
}

/** Uploads that may break off and go on. */
export const resumableRoutes: readonly Route[] = [...toRoutes(true), ...toRoutes(false)];
