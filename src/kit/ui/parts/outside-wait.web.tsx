/** What a page for somebody without an account shows before there is anything to show, and when its address leads nowhere any more. */
export const OutsideWait = ({ className, problem }: { className: string; problem: string | null }) => (
  <main className={className}>
    {problem === null ? (
      <p role="status">加载中…</p>
    ) : (
      <>
        <h1>无法打开</h1>
        <p role="alert">{problem}</p>
      </>
    )}
  </main>
)
