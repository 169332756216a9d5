// What a window keeps of itself in the browser, from which it is restored after a reload.
import type { Page } from 'playwright-core';

/** Everything that it keeps, as one text. */
export function savedStates(page: Page): Promise<string> {
  return page.evaluate<string>(allTexts);
}

const allTexts = `(async () => {
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      texts.push(...(await answer(database.transaction(store).objectStore(store).getAll())));
    }
    database.close();
  }
  return texts.join(' ');
})()`;
