/** A text as the page shows it: the Chinese of the screens, or what the language of the user makes of it (shell/language). */
let read = (text: string): string => text

export const readAs = (reader: (text: string) => string): void => void (read = reader)
/** For what is searched, and for texts put together from several. */
export const inLanguage = (text: string): string => read(text)

type Match = (text: string, query: string) => boolean
/** People type what they see; those who know the Chinese word find by that as well. */
export const inEither =
  (match: Match): Match =>
  (text, query) =>
    match(text, query) || (read(text) !== text && match(read(text), query))
