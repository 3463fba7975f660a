// Throws where it is loaded: Vitrine runs models with onnxruntime-node.
throw new Error(
  'Vitrine does not install onnxruntime-web. scripts/stand-ins/onnxruntime-web stands in for it (docs/adr/0060).',
);
