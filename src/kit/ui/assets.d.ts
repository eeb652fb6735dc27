declare module '*.css'
declare module '*.svg' {
  const url: string
  export default url
}
/** The address of a file as it is shipped. */
declare module '*?url' {
  const url: string
  export default url
}
declare module '*?worker&url' {
  const url: string
  export default url
}
