/** Whether an entry of the bar may lead there: to a page of ours, or elsewhere over https. */
export function isMenuPath(path: string): boolean {
  if (/[\s\\]/.test(path)) {
    return false;
  }
  if (path.startsWith('/')) {
    return !path.startsWith('//');
  }
  return path.startsWith('https://') && URL.canParse(path) && new URL(path).username === '';
}
