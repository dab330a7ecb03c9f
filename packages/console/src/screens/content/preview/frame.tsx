// A frame without an origin: nothing runs in it, it can load nothing, submit nothing, open nothing and go nowhere.

export function Frame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      class="preview-frame"
      title={title}
      sandbox=""
      referrerpolicy="no-referrer"
      allow=""
      srcdoc={html}
    />
  );
}
